export const systemGroupNames = [
  "role:internet",
  "role:everyone",
  "role:members",
  "role:fullmembers",
  "role:moderators",
  "role:administrators",
  "role:owners",
  "role:nobody",
] as const;
export type SystemGroupName = (typeof systemGroupNames)[number];

/** The server keeps the system groups; every realm numbers them alike, so that settings can name them from the start. */
export const systemGroupId = (name: SystemGroupName): number => systemGroupNames.indexOf(name) + 1;
