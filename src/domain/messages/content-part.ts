/** What the `has:` operator can look for in a message. */
export const contentParts = ["link", "image", "attachment"] as const;
export type ContentPart = (typeof contentParts)[number];

/**
 * Substrings of the rendered HTML, any of which proves that the part is present. Adapters search storage for the same
 * substrings.
 */
export const htmlMarkers: Readonly<Record<ContentPart, readonly string[]>> = {
  link: ["<a "],
  image: [
    '<div class="message_inline_image',
    '<div class="youtube-video message_inline_image',
    '<img class="inline-image',
  ],
  attachment: ["/user_uploads/"],
};

/** Whether rendered content contains a link, an image or an uploaded file. */
export const hasContentPart = (renderedContent: string, part: ContentPart): boolean =>
  htmlMarkers[part].some((marker) => renderedContent.includes(marker));
