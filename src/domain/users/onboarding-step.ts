/**
 * Explanations that clients show once to a new user. The names are the clients' own, outdated words included: the server only
 * stores those that a user has seen.
 */
export const onboardingSteps = [
  "intro_inbox_view_modal",
  "intro_recent_view_modal",
  "first_stream_created_banner",
  "jump_to_conversation_banner",
  "non_interleaved_view_messages_fading",
  "interleaved_view_messages_fading",
  "intro_resolve_topic",
  "navigation_tour_video",
] as const;

/** The steps that the user has not seen. */
export const remainingSteps = (seen: readonly string[]): readonly string[] =>
  onboardingSteps.filter((step) => !seen.includes(step));
