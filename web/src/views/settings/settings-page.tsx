import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { AnyIcon } from "../../ui/any-icon";
import { words } from "../../words/en";
import { cardWords } from "../../words/en-cards";
import { screenWords } from "../../words/en-settings-screens";
import { MenuButton } from "../places/view-header";
import { screens } from "./screens";
import { type Area, find, type Section, sectionAt, sectionsFor } from "./sections";

const Found = ({ query }: { readonly query: string }) => {
  const app = useApp();
  const found = find(app.store, query);
  return (
    <>
      <p class="unseen" role="status">
        {screenWords.found(found.length)}
      </p>
      {found.length === 0 && <p class="soft">{cardWords.nothingFound}</p>}
      <ul>
        {found.map(({ key, to, label, within }) => (
          <li key={key}>
            <a class="side-link found" data-keys="row" href={app.href(to)}>
              <span class="side-name">{label}</span>
              <span class="soft about-setting">{within}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
};

const List = ({ area, at }: { readonly area: Area; readonly at: Section }) => {
  const app = useApp();
  return (
    <>
      <h2>{screenWords.areas[area]}</h2>
      <ul>
        {sectionsFor(app.store)
          .filter((one) => one.area === area)
          .map((one) => (
            <li key={one.id}>
              <a
                class="side-link"
                data-keys="row"
                href={app.href({ screen: area, section: one.id })}
                {...(one === at && { "aria-current": "page" as const })}
              >
                <span class="side-name">{one.title}</span>
              </a>
            </li>
          ))}
      </ul>
    </>
  );
};

/** Personal and organization settings in one frame: a searchable list and a section. */
export const SettingsPage = ({ area, path }: { readonly area: Area; readonly path: string }) => {
  const app = useApp();
  const query = useSignal("");
  const content = useRef<HTMLElement>(null);
  const nav = useRef<HTMLElement>(null);
  const { section, rest } = sectionAt(area, path);
  const View = screens[`${section.area} ${section.id}`];
  const isForReader = section.isFor?.(app.store) ?? true;
  const title = path === "" ? screenWords.settings : section.title;
  // Before the browser drops the focus of a hidden element.
  useLayoutEffect(() => {
    content.current?.scrollTo(0, 0);
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    // On phones the list and its sections replace each other, so the focused element may be gone.
    const active = document.activeElement;
    if (!nav.current?.parentElement?.contains(active) || active?.checkVisibility()) return;
    const current = nav.current.querySelector<HTMLElement>("[aria-current]");
    (current?.checkVisibility() ? current : content.current)?.focus();
  }, [section, path === ""]);
  return (
    <main
      class={path === "" ? "view settings-view at-list" : "view settings-view"}
      aria-label={words.settings}
    >
      <header class="view-head">
        <MenuButton />
        {path !== "" && (
          <a class="quiet back-link" href="#settings" aria-label={screenWords.allSettings}>
            <AnyIcon name="back" />
          </a>
        )}
        <h1>{title}</h1>
        <div class="view-actions">
          <button
            type="button"
            class="quiet"
            aria-label={screenWords.closeSettings}
            title={screenWords.closeSettings}
            onClick={() => app.go(app.before.value)}
          >
            <AnyIcon name="close" />
          </button>
        </div>
      </header>
      <div class="settings-frame">
        <nav ref={nav} class="settings-nav" aria-label={screenWords.settings}>
          <input
            class="field"
            type="search"
            aria-label={screenWords.findSetting}
            placeholder={screenWords.findSetting}
            value={query.value}
            onInput={({ currentTarget }) => {
              query.value = currentTarget.value;
            }}
          />
          {query.value.trim() === "" ? (
            <>
              <List area="settings" at={section} />
              <List area="organization" at={section} />
            </>
          ) : (
            <Found query={query.value} />
          )}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section ref={content} class="page form settings" tabIndex={0} aria-label={section.title}>
          {isForReader ? (
            View && <View key={`${section.area} ${section.id}`} rest={rest} />
          ) : (
            <p class="soft">{screenWords.noAccess}</p>
          )}
        </section>
      </div>
    </main>
  );
};
