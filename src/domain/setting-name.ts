/** The name that people and clients know a setting by: `canCreateGroups` is `can_create_groups`. */
export const settingName = (name: string): string => {
  const known = settingNames.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  settingNames.set(name, made);
  return made;
};

/** As many as settings are declared. */
const settingNames = new Map<string, string>();
