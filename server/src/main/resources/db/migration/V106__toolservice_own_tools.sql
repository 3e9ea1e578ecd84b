-- Package: toolservice.

-- Tools that workers of the project do themselves: what they are for and how they are called. Empty for the built-in ones.
alter table project_tool add column description text;
alter table project_tool add column input_schema text;
