/** Text about the browser's permission for notifications. */
export const notificationWords = {
  notAllowed: "Notifications are blocked in your browser’s settings for this site.",
};
