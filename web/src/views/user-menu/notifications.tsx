import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import { canPush, isPushed, isPushOffered, startPush, stopPush } from "../../offline/push";
import { notificationWords } from "../../words/en-notifications";
import { screenWords } from "../../words/en-settings-screens";
import { askToNotify } from "../notifications/ask-to-notify";

/** Notifications in this browser: the permission, and Web Push for when no window is open. */
export const ThisBrowser = () => {
  const app = useApp();
  const isAllowed = useSignal("Notification" in window && Notification.permission === "granted");
  const hasPush = useSignal(false);
  const isOffered = useSignal(true);
  useEffect(() => {
    void isPushed().then((is) => {
      hasPush.value = is;
    });
    if (canPush())
      void isPushOffered().then((is) => {
        isOffered.value = is;
      });
  }, [hasPush, isOffered]);
  if (!("Notification" in window)) return null;
  const change = async (isOn: boolean) => {
    const doing = isOn ? startPush() : stopPush();
    const isDone = await app.attempt(doing);
    isAllowed.value = Notification.permission === "granted";
    hasPush.value = await isPushed();
    if (isDone && isOn && !isAllowed.value) app.showToast({ text: notificationWords.notAllowed });
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
            disabled={!isOffered.value && !hasPush.value}
            onChange={async ({ currentTarget }) => {
              await change(currentTarget.checked);
              currentTarget.checked = hasPush.value;
            }}
          />
          {screenWords.pushHere}
        </label>
      )}
      {canPush() && !isOffered.value && <p class="soft">{screenWords.pushNotOffered}</p>}
    </section>
  );
};
