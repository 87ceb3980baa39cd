/** Reasons for reporting a message to the moderators, with the text that moderators read. */
export const reportReasons = {
  spam: "Spam",
  harassment: "Harassment",
  inappropriate: "Inappropriate content",
  norms: "Violates community norms",
  other: "Other reason",
} as const;

export type ReportReason = keyof typeof reportReasons;

/** Longest explanation of a report, in code points. */
export const longestExplanation = 1000;
