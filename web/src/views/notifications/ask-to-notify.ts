import type { App } from "../../app/app";
import { notificationWords } from "../../words/en-notifications";

/** Asks for the permission to show notifications. Browsers only ask right after user input. */
export const askToNotify = async (app: App): Promise<boolean> => {
  const isAllowed = "Notification" in window && (await Notification.requestPermission()) === "granted";
  if (!isAllowed) app.showToast({ text: notificationWords.notAllowed });
  return isAllowed;
};
