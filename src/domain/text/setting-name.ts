import { snakeCase } from "./snake-case";

/** Cached names; as many as there are settings. */
const settingNames = new Map<string, string>();

/** A setting's name for people and clients: `canCreateGroups` is `can_create_groups`. */
export const settingName = (name: string): string => {
  const cached = settingNames.get(name);
  if (cached !== undefined) return cached;
  const written = snakeCase(name);
  settingNames.set(name, written);
  return written;
};
