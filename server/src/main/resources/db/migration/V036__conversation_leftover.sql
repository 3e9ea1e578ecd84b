-- Room: conversation.

-- Conversations that are forgotten but whose files may still be there, because a server died
-- between the two.
create table conversation_leftover (
  id uuid primary key,
  deleted_at timestamptz not null
);
