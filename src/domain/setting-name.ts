/** The name that people and clients know a setting by: `canCreateGroups` is `can_create_groups`. */
export const settingName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
