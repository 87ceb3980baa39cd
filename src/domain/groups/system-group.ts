/** The groups the server maintains in every realm. */
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

/** A system group has the same id in every realm, so that default settings can name it. */
export const systemGroupId = (name: SystemGroupName): number => systemGroupNames.indexOf(name) + 1;

/** Names of the system groups as people read them. */
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
