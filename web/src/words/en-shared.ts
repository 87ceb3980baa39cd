/** Words that the service worker shows, too. */
export const generalChat = "general chat";
