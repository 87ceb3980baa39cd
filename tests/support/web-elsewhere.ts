/** Why the web client doesn't use an operation. */
const why = {
  registered: "read by register, and kept in step by events",
  apps: "for apps, which register devices and hold keys",
  bots: "for bots and programs",
  another: "the client has another way to the same",
  byId: "the client knows everybody by id",
  unavailable: "this server always says that it can't",
  calls: "not yet: the client begins no calls",
  reminders: "not yet: the client has no reminders",
  summaries: "not yet: the client asks for no summaries",
  mailing: "not yet: the client shows no addresses of channels",
  wholes: "administrators log somebody out of everything at once",
  ownStatus: "everybody sets their own status",
} as const;

const because = (
  reason: keyof typeof why,
  ...operations: readonly string[]
): Readonly<Record<string, string>> =>
  Object.fromEntries(operations.map((operation) => [operation, why[reason]]));

/** Operations without a place in the web client. */
export const webElsewhere: Readonly<Record<string, string>> = {
  ...because(
    "registered",
    ...["GET /bots", "GET /channel_folders", "GET /drafts", "GET /scheduled_messages", "GET /streams"],
    ...["GET /realm/domains", "GET /realm/emoji", "GET /realm/icon", "GET /realm/linkifiers"],
    ...["GET /realm/logo", "GET /realm/presence", "GET /realm/profile_fields", "GET /server_settings"],
    ...["GET /user_groups", "GET /users", "GET /users/me/alert_words", "GET /users/me/subscriptions"],
    ...["GET /streams/{stream_id}", "GET /users/{user_id}/presence"],
    ...["GET /users/{user_id}/status", "GET /user_groups/{user_group_id}/members"],
    ...["GET /user_groups/{user_group_id}/members/{user_id}"],
    ...["GET /user_groups/{user_group_id}/subgroups"],
  ),
  ...because(
    "apps",
    ...["POST /fetch_api_key", "POST /mobile_push/register", "GET /compatibility"],
    ...["POST /register_client_device", "POST /remove_client_device"],
    ...["POST /users/me/android_gcm_reg_id", "DELETE /users/me/android_gcm_reg_id"],
    ...["POST /users/me/apns_device_token", "DELETE /users/me/apns_device_token"],
    ...["GET /navigation_views", "POST /navigation_views", "PATCH /navigation_views/{fragment}"],
    ...["DELETE /navigation_views/{fragment}", "POST /users/me/onboarding_steps"],
  ),
  ...because(
    "bots",
    ...["GET /bot_storage", "PUT /bot_storage", "DELETE /bot_storage", "POST /external/{integration}"],
    ...["POST /jwt/fetch_api_key", "GET /get_stream_id", "DELETE /events", "POST /users"],
    ...["GET /messages/matches_narrow", "GET /users/{user_id}/subscriptions/{stream_id}"],
  ),
  ...because(
    "another",
    ...["POST /mark_all_as_read", "PATCH /settings/display", "PATCH /settings/notifications"],
    ...["POST /user_uploads", "GET /user_uploads/{realm_id_str}/{filename}", "POST /zcommand"],
    ...["PATCH /users/me/subscriptions/muted_topics", "POST /users/me/subscriptions/properties"],
    ...["PATCH /users/me/subscriptions/{stream_id}", "POST /messages/{message_id}/typing"],
  ),
  ...because("byId", "GET /users/{email}", "PATCH /users/{email}", "GET /users/{email}/presence"),
  ...because("unavailable", "POST /export/realm", "DELETE /export/realm/{export_id}"),
  ...because(
    "calls",
    ...["GET /calls/bigbluebutton/create", "POST /calls/galene/create", "POST /calls/jitsi/create"],
    ...["POST /calls/nextcloud_talk/create", "POST /calls/provider/create", "POST /calls/webex/create"],
    ...["POST /calls/zoom/create", "POST /calls/constructorgroups/create"],
  ),
  ...because("summaries", "GET /messages/summary"),
  ...because("reminders", "GET /reminders", "POST /reminders", "DELETE /reminders/{reminder_id}"),
  ...because("mailing", "GET /streams/{stream_id}/email_address"),
  ...because("another", "POST /user_groups/{user_group_id}/subgroups"),
  ...because(
    "wholes",
    ...["GET /users/{user_id}/api_keys", "GET /users/{user_id}/sessions"],
    "DELETE /users/{user_id}/sessions/{session_id}",
  ),
  ...because("ownStatus", "POST /users/{user_id}/status"),
};
