const forOtherClients = "for clients that show it; this one has one way";
const nothingYet = "the server does nothing with it";
const oneLanguage = "everything that people read here is English";

/** Settings that have their place elsewhere, with reasons. */
export const settingsElsewhere: Readonly<Record<string, string>> = {
  default_language: oneLanguage,
  ...Object.fromEntries(
    [
      "web_mark_read_on_scroll_policy",
      "web_channel_default_view",
      "web_stream_unreads_count_display_policy",
      "web_navigate_to_sent_message",
      "web_suggest_update_timezone",
      "web_animate_image_previews",
      "web_inbox_show_channel_folders",
      "web_left_sidebar_show_channel_folders",
      "user_list_style",
      "web_left_sidebar_unreads_count_summary",
      "display_emoji_reaction_users",
      "emojiset",
      "demote_inactive_streams",
      "notification_sound",
      "desktop_icon_count_display",
      "enable_guest_user_dm_warning",
      "enable_guest_user_indicator",
      "media_preview_size",
      "gif_rating_policy",
      "starred_message_counts",
      "want_advertise_in_communities_directory",
    ].map((name) => [name, forOtherClients]),
  ),
  ...Object.fromEntries(
    [
      "enable_digest_emails",
      "enable_marketing_emails",
      "digest_emails_enabled",
      "digest_weekday",
      "inline_url_embed_preview",
      "send_welcome_emails",
      "can_manage_billing_group",
      "workplace_users_group",
    ].map((name) => [name, nothingYet]),
  ),
};
