import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type AuditFilter, fetchAuditLog } from "../../../api/organization";
import type { AuditEntry } from "../../../api/settings";
import { type App, useApp } from "../../../app";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-screens";
import { PeopleField } from "../../compose/people-field";
import { useDoing } from "../doing";
import { type Drawn, groupsIn, organizationScope, type Value } from "../scope";
import { valueText } from "../setting-text";
import { when } from "../when";
import { type AuditTopic, auditTopics, auditValue, dayStart, differencesIn, type IdOf } from "./audit-text";

const drawnSettings = (): ReadonlyMap<string, Drawn> =>
  new Map(
    Object.keys(organizationScope.words)
      .flatMap((section) => groupsIn(organizationScope, section))
      .flatMap(({ settings }) => settings)
      .map((drawn) => [drawn.setting.audited ?? drawn.setting.name, drawn]),
  );

/** A value under its setting's words where it has some, and ids by the names of what has them. */
const textOf = (app: App, name: string, drawn: Drawn | undefined, value: unknown): string => {
  if (drawn !== undefined && value !== undefined && drawn.setting.kind !== "group")
    return valueText(app, drawn, value as Value);
  return auditValue(value, (id, of) => namedAs(app, of, id), name);
};

const namedAs = ({ names, store }: App, of: IdOf, id: number): string | undefined =>
  of === "channel"
    ? names.channelName(id) && `#${names.channelName(id)}`
    : of === "user"
      ? names.userName(id)
      : store.groups.value.get(id)?.name;

const targetName = (app: App, { target, before, after }: AuditEntry): string => {
  const { store, names } = app;
  if (target.type === "user") return names.userName(target.id) ?? "";
  if (target.type === "channel") return `#${names.channelName(target.id) ?? target.id}`;
  if (target.type === "user_group") return store.groups.value.get(target.id)?.name ?? "";
  return auditValue(
    after.name ?? before.name ?? after.pattern ?? before.pattern ?? after.email ?? "",
  ).replace("–", "");
};

const Entry = ({ entry }: { readonly entry: AuditEntry }) => {
  const app = useApp();
  const settings = entry.target.type === "realm" ? drawnSettings() : undefined;
  const { actor, kind } = entry;
  const who =
    actor.user_id === null
      ? screenWords.theServer
      : (app.names.userName(actor.user_id) ?? String(actor.user_id));
  const target = targetName(app, entry);
  const isOwnAct = entry.target.type === "user" && entry.target.id === actor.user_id;
  return (
    <li class="channel-row">
      <div class="channel-about">
        <strong dir="auto">{who}</strong> {adminWords.auditKinds[kind] ?? kind.replaceAll("_", " ")}
        {target !== "" && !isOwnAct && (
          <>
            : <span dir="auto">{target}</span>
          </>
        )}
        <ul>
          {differencesIn(entry).map(({ name, before, after }) => {
            const drawn = settings?.get(name);
            const label = drawn?.words.label ?? name.replace(/_ids?$/, "").replaceAll("_", " ");
            const [was, is] = [textOf(app, name, drawn, before), textOf(app, name, drawn, after)];
            return (
              <li key={name} class="about-setting" dir="auto">
                {before === undefined
                  ? adminWords.auditFact(label, is)
                  : adminWords.auditChange(label, was, is)}
              </li>
            );
          })}
        </ul>
        <p class="soft">
          {[when(entry.timestamp), adminWords.auditFrom(actor.client, actor.address ?? "")]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
    </li>
  );
};

interface Wanted {
  readonly who: Signal<readonly number[]>;
  readonly what: Signal<AuditTopic | "">;
  readonly since: Signal<string>;
  readonly until: Signal<string>;
}

const filterOf = ({ who, what, since, until }: Wanted): AuditFilter => ({
  actorId: who.value.at(-1),
  kinds: what.value === "" ? undefined : auditTopics[what.value],
  ...{ since: dayStart(since.value), until: dayStart(until.value, true) },
});

const Filter = ({ who, what, since, until }: Wanted) => (
  <div class="two-fields">
    <div>
      <p class="soft about-setting">{adminWords.who}</p>
      <PeopleField chosen={who} label={adminWords.who} />
    </div>
    <label>
      {adminWords.what}
      <select
        class="field"
        value={what.value}
        onChange={({ currentTarget }) => {
          what.value = currentTarget.value as AuditTopic | "";
        }}
      >
        <option value="">{adminWords.anything}</option>
        {Object.entries(adminWords.auditTopics).map(([topic, label]) => (
          <option key={topic} value={topic}>
            {label}
          </option>
        ))}
      </select>
    </label>
    {(
      [
        [adminWords.from, since],
        [adminWords.until, until],
      ] as const
    ).map(([label, day]) => (
      <label key={label}>
        {label}
        <input
          class="field"
          type="date"
          value={day.value}
          onInput={({ currentTarget }) => {
            day.value = currentTarget.value;
          }}
        />
      </label>
    ))}
  </div>
);

/** Who did what, the newest first. */
export const AuditLog = () => {
  const { run, problem, isBusy } = useDoing();
  const wanted: Wanted = {
    who: useSignal<readonly number[]>([]),
    what: useSignal<AuditTopic | "">(""),
    ...{ since: useSignal(""), until: useSignal("") },
  };
  const entries = useSignal<readonly AuditEntry[] | undefined>(undefined);
  const isWhole = useSignal(false);
  const asked = useSignal(0);
  const load = (known: readonly AuditEntry[]) => {
    const turn = asked.peek() + 1;
    asked.value = turn;
    return run(async () => {
      const page = await fetchAuditLog(filterOf(wanted), known.at(-1)?.id);
      // Another filter was chosen meanwhile.
      if (asked.peek() !== turn) return;
      entries.value = [...known, ...page.entries];
      isWhole.value = page.found_oldest;
    });
  };
  useEffect(
    () => void load([]),
    [wanted.who.value, wanted.what.value, wanted.since.value, wanted.until.value],
  );
  return (
    <>
      <p>{adminWords.auditHint}</p>
      <Filter {...wanted} />
      {problem}
      {entries.value?.length === 0 && <p class="soft">{adminWords.noEntries}</p>}
      <ul class="inbox-list">
        {entries.value?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {entries.value !== undefined && !isWhole.value && (
        <div>
          <button
            type="button"
            class="plain"
            disabled={isBusy}
            onClick={() => void load(entries.value ?? [])}
          >
            {screenWords.showMore}
          </button>
        </div>
      )}
    </>
  );
};
