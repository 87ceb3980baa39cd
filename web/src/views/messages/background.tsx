import { useEffect } from "preact/hooks";
import { reportPresence } from "../../api/presence";
import { useApp } from "../../app/app";
import { askBeforeLosingFiles } from "../../app/ask-before-losing-files";
import { desktopApp } from "../../app/desktop-app";
import { followLinksAgain } from "../../app/follow-links-again";
import { showCount } from "../../app/show-count";
import { talkToDesktopApp } from "../../app/talk-to-desktop-app";
import { keepFocusNearby } from "../../list/focus-nearby";
import { ignoreStrayKeys } from "../../list/ignore-stray-keys";
import { keepPlaces } from "../../list/keep-places";
import { answerWhetherSeen } from "../../list/seen-conversation";
import { keepPresence } from "../../offline/presence";
import { renewPush } from "../../offline/push";
import { keepClock } from "../../ui/avatar";
import { sendQueued } from "../compose/after-uploads";

import { watchScheduled } from "../pending/scheduled-outcomes";
import { Announcer } from "./announcer";
import { CodePlaygrounds } from "./code-playgrounds";
import { CurrentNames } from "./current-names";
import { DropTarget } from "./drop-target";
import { FollowUnjoined } from "./follow-unjoined";
import { KeepRead } from "./keep-read";
import { RescuedEdit } from "./rescued-edit";
import { TallMessages } from "./tall-messages";
import { keepToolsInSight } from "./tools-in-sight";

const saveLeftEvery = 60_000;

/** What messages get after they are drawn, with or without an account. */
export const MessageExtras = () => (
  <>
    <CodePlaygrounds />
    <CurrentNames />
    <TallMessages />
  </>
);

/** Runs background work once the window is idle. */
export const Background = () => {
  const app = useApp();
  useEffect(() => talkToDesktopApp(app), [app]);
  useEffect(() => showCount(app), [app]);
  useEffect(() => answerWhetherSeen(app), [app]);
  useEffect(() => watchScheduled(app), [app]);
  useEffect(() => sendQueued(app), [app]);
  useEffect(() => askBeforeLosingFiles(app), [app]);
  useEffect(() => followLinksAgain(app), [app]);
  useEffect(
    () =>
      keepPresence({
        isMachineIdle: () => desktopApp()?.get_idle_on_system?.(),
        report: reportPresence,
        upTo: () => app.store.presencesUpTo.peek(),
        learn: ({ presences, presence_last_update_id: upTo }) =>
          app.store.apply([{ type: "presence", presences, upTo }]),
      }),
    [app],
  );
  useEffect(() => {
    // Without an answer, the next start tries again.
    renewPush().catch(() => undefined);
  }, []);
  useEffect(() => {
    // One window does it for all.
    const saveLeft = () => {
      if (app.leads()) app.drafts.saveLeft();
    };
    saveLeft();
    const timer = setInterval(saveLeft, saveLeftEvery);
    const saveHidden = () => {
      if (document.hidden) app.drafts.saveWritten();
    };
    document.addEventListener("visibilitychange", saveHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", saveHidden);
    };
  }, [app]);
  useEffect(keepClock, []);
  useEffect(keepFocusNearby, []);
  useEffect(() => keepPlaces(app), [app]);
  useEffect(ignoreStrayKeys, []);
  useEffect(keepToolsInSight, []);
  return (
    <>
      <Announcer />
      <DropTarget />
      <FollowUnjoined />
      <KeepRead />
      <MessageExtras />
      <RescuedEdit />
    </>
  );
};
