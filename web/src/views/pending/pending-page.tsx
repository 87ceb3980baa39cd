import type { ComponentChildren } from "preact";
import { useApp } from "../../app/app";
import { narrowOf } from "../../app/location";
import type { Place } from "../../store/place";
import { channelLabel, topicName, useDirectName } from "../../ui/place-heading";
import { pendingWords } from "../../words/en-pending";
import { MenuButton } from "../places/view-header";

interface PlaceLinkProps {
  readonly place: Place | undefined;
  /** What to say without a place. */
  readonly nowhere?: string | undefined;
}

/** A place's name, linked to it. */
export const PlaceLink = ({ place, nowhere = pendingWords.nowhere }: PlaceLinkProps) => {
  const app = useApp();
  const directName = useDirectName();
  if (place === undefined) return <span class="soft">{nowhere}</span>;
  const href = app.href({ screen: "narrow", narrow: narrowOf(place, app.store.ownId) });
  return (
    <a class="pending-place" href={href} dir="auto">
      {place.kind === "topic"
        ? `${channelLabel(app, place.channelId)} › ${topicName(place.topic)}`
        : directName(place.userIds)}
    </a>
  );
};

interface PageProps {
  readonly title: string;
  readonly isEmpty: boolean;
  readonly hint: string;
  readonly children: ComponentChildren;
}

/** A page of unsent messages or reminders. */
export const PendingPage = ({ title, isEmpty, hint, children }: PageProps) => (
  <main class="view" aria-label={title}>
    <header class="view-head">
      <MenuButton />
      <h1>{title}</h1>
    </header>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <section class="page" tabIndex={0} aria-label={title}>
      {isEmpty ? <p class="empty">{hint}</p> : <ul class="pending-list">{children}</ul>}
    </section>
  </main>
);
