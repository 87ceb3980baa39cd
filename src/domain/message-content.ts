/** What a message can be asked to have. */
export const hads = ["link", "image", "attachment"] as const;
export type Had = (typeof hads)[number];

/** Parts of the HTML that tell it: any of them. Adapters ask their storage for the same parts. */
export const signsOf: Readonly<Record<Had, readonly string[]>> = {
  link: ["<a "],
  image: [
    '<div class="message_inline_image',
    '<div class="youtube-video message_inline_image',
    '<img class="inline-image',
  ],
  attachment: ["/user_uploads/"],
};

/** Whether rendered content has a link, an image or a file. */
export const hasIn = (renderedContent: string, what: Had): boolean =>
  signsOf[what].some((sign) => renderedContent.includes(sign));
