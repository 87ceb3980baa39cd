/** The groups that the server keeps in every realm. */
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

/** How a system group is called where people read of it. */
export const systemGroupDisplayNames: Readonly<Record<SystemGroupName, string>> = {
  "role:internet": "Everyone on the internet",
  "role:everyone": "Everyone including guests",
  "role:members": "Everyone except guests",
  "role:fullmembers": "Full members",
  "role:moderators": "Moderators",
  "role:administrators": "Administrators",
  "role:owners": "Owners",
  "role:nobody": "Nobody",
};
