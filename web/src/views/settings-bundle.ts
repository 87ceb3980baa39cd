// Settings and administration, in one bundle that is fetched when somebody opens or searches them. Shared code
// that isn't in the initial bundle comes along, so that there are only three bundles and the initial one stays small.
import { loadStyle } from "./lazy/load-style";

export * from "./deferred";
export { ChannelPage } from "./settings/channel/channel-page";
export { searchableItems } from "./settings/sections";
export { SettingsPage } from "./settings/settings-page";

await loadStyle("settings");
