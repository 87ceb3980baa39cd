import type { organizationSettingWords, userSettingWords } from "../../../words/en-catalogue";
import type { WordedIn } from "../../../words/setting-words";
import type { settings as organizationSettings } from "../catalogue/organization";
import type { settings as userSettings } from "../catalogue/user";

const forOtherClients = "for clients that show it; this one has one way";
const nothingYet = "the server does nothing with it";
const oneLanguage = "everything that people read here is English";

type SettingName = (typeof userSettings | typeof organizationSettings)[number]["name"];
type Worded = WordedIn<typeof userSettingWords> | WordedIn<typeof organizationSettingWords>;

/** The settings without text here, which have their place elsewhere, with reasons. */
export const settingsElsewhere: Readonly<Record<Exclude<SettingName, Worded>, string>> = {
  default_language: oneLanguage,
  web_mark_read_on_scroll_policy: forOtherClients,
  web_channel_default_view: forOtherClients,
  web_stream_unreads_count_display_policy: forOtherClients,
  web_navigate_to_sent_message: forOtherClients,
  web_suggest_update_timezone: forOtherClients,
  web_animate_image_previews: forOtherClients,
  web_inbox_show_channel_folders: forOtherClients,
  web_left_sidebar_show_channel_folders: forOtherClients,
  user_list_style: forOtherClients,
  web_left_sidebar_unreads_count_summary: forOtherClients,
  display_emoji_reaction_users: forOtherClients,
  emojiset: forOtherClients,
  demote_inactive_streams: forOtherClients,
  notification_sound: forOtherClients,
  enable_guest_user_dm_warning: forOtherClients,
  enable_guest_user_indicator: forOtherClients,
  media_preview_size: forOtherClients,
  gif_rating_policy: forOtherClients,
  starred_message_counts: forOtherClients,
  want_advertise_in_communities_directory: forOtherClients,
  enable_digest_emails: nothingYet,
  enable_marketing_emails: nothingYet,
  digest_emails_enabled: nothingYet,
  digest_weekday: nothingYet,
  inline_url_embed_preview: nothingYet,
  send_welcome_emails: nothingYet,
  can_manage_billing_group: nothingYet,
  workplace_users_group: nothingYet,
};
