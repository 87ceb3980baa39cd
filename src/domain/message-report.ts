/** What a message can be reported to the moderators for, and how people read it. */
export const reportReasons = {
  spam: "Spam",
  harassment: "Harassment",
  inappropriate: "Inappropriate content",
  norms: "Violates community norms",
  other: "Other reason",
} as const;

export type ReportReason = keyof typeof reportReasons;

/** Code points that whoever reports may explain it with. */
export const longestExplanation = 1000;
