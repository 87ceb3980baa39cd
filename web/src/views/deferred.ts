// Code that no first screen needs, in one bundle: loaded on first use, or when the window is idle.
import { loadStyle } from "./lazy/load-style";

export { logOut } from "../app/log-out";
export { Menu } from "../ui/menu";
export { Channels } from "./channels/channels";
export { ComposeTools } from "./compose/compose-tools";
export { formatByKey, linkByPaste } from "./compose/format-text";
export { NewMessage } from "./compose/new-message";
export { runSlashCommand } from "./compose/run-slash-command";
export { suggestionsFor, typedBefore } from "./compose/typeahead";
export { Dialogs } from "./dialogs";
export { loadEmoji } from "./emoji/emoji";
export { EmojiPicker } from "./emoji/emoji-picker";
export { FirstSteps } from "./inbox/first-steps";
export { Recent } from "./inbox/recent";
export { laterKeys } from "./keys/later-keys";
export { actionsOn } from "./messages/actions";
export { Background } from "./messages/background";
export { EditForm } from "./messages/edit-form";
export { keepEvents, restoreRead } from "./messages/keep-read";
export { TypingLine } from "./messages/typing-line";
export { UnsentMessage } from "./messages/unsent-message";
export { askToNotify } from "./notifications/ask-to-notify";
export { notify } from "./notifications/notify";
export { DraftsPage } from "./pending/drafts";
export { RemindersPage } from "./pending/reminders";
export { ScheduledPage } from "./pending/scheduled";
export { SendLater } from "./pending/send-later";
export { channelActions } from "./places/channel-actions";
export { rememberSearch } from "./search/recent-searches";
export { channelToSearch, searchOffers } from "./search/search-offers";
export { UnknownOperators } from "./search/unknown-operators";
export { spectate } from "./spectator/spectate";
export { setPolicy, toggleResolved, topicActions } from "./topics/topic-actions";
export { userMenuActions } from "./user-menu/user-menu";
export { WidgetView } from "./widgets/widget-view";

await loadStyle("deferred");
