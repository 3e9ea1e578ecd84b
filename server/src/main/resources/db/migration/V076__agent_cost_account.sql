-- Room: agent.

-- Whose money a call was when it was made. A run that somebody else resumes is theirs from then on.
alter table agent_cost add column account text not null default '';

update agent_cost set account = owned.account
from agent_cost_account owned where owned.owner = agent_cost.owner;

create index agent_cost_by_account on agent_cost (account, at);
