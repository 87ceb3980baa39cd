/** The SQL equivalent of `editSize`, summed over a message's edits. */
export const editsSize = (edits: string): string => `(
  SELECT coalesce(sum(octet_length(one #>> '{content,before}') + octet_length(one #>> '{content,renderedBefore}')), 0)
  FROM jsonb_array_elements(${edits}) one)`;
