// Settings and administration, in one file that is fetched when somebody opens them or looks for them. What isn't
// among the first files comes with it: so all three share one file, and what is loaded first is as small as without.
import { loadStyle } from "./style";

export * from "../rarely";
export { ChannelPage } from "./channel/channel-page";
export { findings } from "./sections";
export { SettingsPage } from "./settings-page";

await loadStyle();
