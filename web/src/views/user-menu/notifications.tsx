import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import { canPush, isPushed, startPush, stopPush } from "../../offline/push";
import { notificationWords } from "../../words/en-notifications";
import { screenWords } from "../../words/en-settings-screens";
import { askToNotify } from "../notifications/ask-to-notify";

/** Notifications in this browser: the permission, and Web Push for when no window is open. */
export const ThisBrowser = () => {
  const app = useApp();
  const isAllowed = useSignal("Notification" in window && Notification.permission === "granted");
  const hasPush = useSignal(false);
  useEffect(() => {
    void isPushed().then((is) => {
      hasPush.value = is;
    });
  }, [hasPush]);
  if (!("Notification" in window)) return null;
  const change = async (isOn: boolean) => {
    const doing = isOn ? startPush() : stopPush();
    if (!(await app.attempt(doing))) return;
    isAllowed.value = Notification.permission === "granted";
    hasPush.value = await isPushed();
    if (isOn && !isAllowed.value) app.showToast({ text: notificationWords.notAllowed });
  };
  return (
    <section class="setting-group">
      <h2>{screenWords.thisBrowser}</h2>
      {!isAllowed.value && (
        <div>
          <button
            type="button"
            class="plain"
            onClick={() =>
              void askToNotify(app).then((is) => {
                isAllowed.value = is;
              })
            }
          >
            {screenWords.allowNotices}
          </button>
        </div>
      )}
      {canPush() && (
        <label class="check">
          <input
            type="checkbox"
            checked={hasPush.value}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
          {screenWords.pushHere}
        </label>
      )}
    </section>
  );
};
