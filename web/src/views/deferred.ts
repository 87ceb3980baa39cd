// Code that no first screen needs, in one bundle: loaded on first use, or when the window is idle.
import { loadStyle } from "./lazy/load-style";

export { createCall } from "../api/services";
export { GroupCard } from "./cards/group-card";
export { PersonCard } from "./cards/person-card";
export { Channels } from "./channels/channels";
export { Invite } from "./channels/invite";
export { NewChannel } from "./channels/new-channel";
export { runSlashCommand } from "./compose/run-slash-command";
export { suggestionsFor, typedBefore } from "./compose/typeahead";
export { loadEmoji } from "./emoji/emoji";
export { EmojiPicker } from "./emoji/emoji-picker";
export { FirstSteps } from "./inbox/first-steps";
export { Recent } from "./inbox/recent";
export { KeysHelp } from "./keys/keys-help";
export { Announcer } from "./messages/announcer";
export { EditForm } from "./messages/edit-form";
export { ReadersDialog } from "./messages/readers-dialog";
export { ReportDialog } from "./messages/report-dialog";
export { VersionsDialog } from "./messages/versions-dialog";
export { notify } from "./notifications/notify";
export { DraftsPage } from "./pending/drafts";
export { RemindDialog } from "./pending/remind-dialog";
export { RemindersPage } from "./pending/reminders";
export { ScheduledPage } from "./pending/scheduled";
export { TimeDialog } from "./pending/time-dialog";
export { Lightbox } from "./pictures/lightbox";
export { rememberSearch } from "./search/recent-searches";
export { channelToSearch, searchOffers } from "./search/search-offers";
export { spectate } from "./spectator/spectate";
export { MoveDialog } from "./topics/move-dialog";
export { SummaryDialog } from "./topics/summary-dialog";
export { AppsDialog } from "./user-menu/apps-dialog";
export { StatusDialog } from "./user-menu/status-dialog";
export { NewWidget } from "./widgets/new-widget";
export { WidgetView } from "./widgets/widget-view";

await loadStyle("deferred");
