import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import { isCoveredByEvents, narrowKey } from "../../store/narrow";

const lookEvery = 10_000;

/** Fetches the messages on screen again every so often where no events tell of new ones: in channels not joined. */
export const FollowUnjoined = () => {
  const { location, store } = useApp();
  const at = location.value;
  const narrow = at.screen === "narrow" ? at.narrow : [];
  const isCovered = isCoveredByEvents(narrow, store.channels.value.subscribed);
  useEffect(() => {
    if (isCovered) return;
    const look = () => {
      const { run } = store.history.list(narrow);
      const before = run.peek();
      if (!document.hidden && before) run.value = { ...before, isStale: true };
    };
    const timer = setInterval(look, lookEvery);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [isCovered, narrowKey(narrow), store]);
  return null;
};
