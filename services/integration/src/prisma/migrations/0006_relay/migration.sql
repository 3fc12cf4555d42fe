-- What relay may do, besides what later migrations grant it beside the tables that they create. Provisioning creates the role.
grant select on integrations, workspaces, credentials to relay;
