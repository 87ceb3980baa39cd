import { snakeCase } from "../../domain/text/snake-case";

/**
 * Names that need more than a change of case: the API says stream for channel, private or pm for direct, and Zulip for
 * the server. Also caches the converted names, at most one per setting.
 */
const wireNames = new Map<string, string>(
  Object.entries({
    automaticallyUnmuteTopicsInMutedChannelsPolicy: "automatically_unmute_topics_in_muted_streams_policy",
    demoteInactiveChannels: "demote_inactive_streams",
    directMessageContentInDesktopNotifications: "pm_content_in_desktop_notifications",
    enableChannelAudibleNotifications: "enable_stream_audible_notifications",
    enableChannelDesktopNotifications: "enable_stream_desktop_notifications",
    enableChannelEmailNotifications: "enable_stream_email_notifications",
    enableChannelPushNotifications: "enable_stream_push_notifications",
    moveMessagesBetweenChannelsLimitSeconds: "move_messages_between_streams_limit_seconds",
    moveMessagesWithinChannelLimitSeconds: "move_messages_within_stream_limit_seconds",
    newChannelAnnouncementsChannelId: "new_stream_announcements_stream_id",
    sendChannelTypingNotifications: "send_stream_typing_notifications",
    sendDirectTypingNotifications: "send_private_typing_notifications",
    serverUpdateAnnouncementsChannelId: "zulip_update_announcements_stream_id",
    signupAnnouncementsChannelId: "signup_announcements_stream_id",
    webChannelUnreadsCountDisplayPolicy: "web_stream_unreads_count_display_policy",
  }),
);

/** The API's name of a setting: `canCreateGroups` is `can_create_groups`. */
export const settingName = (name: string): string => {
  const known = wireNames.get(name);
  if (known !== undefined) return known;
  const converted = snakeCase(name);
  wireNames.set(name, converted);
  return converted;
};
