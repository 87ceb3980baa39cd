/** The number of people in a row of `direct_conversations`. */
export const participantCount =
  "octet_length(d.participants_key) - octet_length(replace(d.participants_key, ',', '')) + 1";
