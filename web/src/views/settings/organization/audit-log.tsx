import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type AuditFilter, fetchAuditLog } from "../../../api/organization";
import type { AuditEntry } from "../../../api/settings";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-settings-screens";
import { PeopleField } from "../../compose/people-field";
import { useAction } from "../parts/use-action";
import { type About, AuditLine } from "./audit-line";
import { type AuditTopic, auditTopics, dayStart } from "./audit-text";

interface Filters {
  readonly about: Signal<About | undefined>;
  readonly who: Signal<readonly number[]>;
  readonly what: Signal<AuditTopic | "">;
  readonly since: Signal<string>;
  readonly until: Signal<string>;
}

const filterOf = ({ who, what, about, since, until }: Filters): AuditFilter => ({
  actorId: who.value.at(-1),
  target: about.value?.target,
  kinds: what.value === "" ? undefined : auditTopics[what.value],
  since: dayStart(since.value),
  until: dayStart(until.value, true),
});

const Filter = ({ who, what, about, since, until }: Filters) => (
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
    {about.value && (
      <div>
        <button
          type="button"
          class="pill"
          aria-label={words.remove(about.value.name)}
          onClick={() => {
            about.value = undefined;
          }}
        >
          {about.value.name} ×
        </button>
      </div>
    )}
  </div>
);

/** The audit log, newest first. */
export const AuditLog = () => {
  const { run, problem, isBusy } = useAction();
  const filters: Filters = {
    who: useSignal<readonly number[]>([]),
    about: useSignal<About | undefined>(undefined),
    what: useSignal<AuditTopic | "">(""),
    since: useSignal(""),
    until: useSignal(""),
  };
  const entries = useSignal<readonly AuditEntry[] | undefined>(undefined);
  const isWhole = useSignal(false);
  const request = useSignal(0);
  const load = (known: readonly AuditEntry[]) => {
    const turn = request.peek() + 1;
    request.value = turn;
    return run(async () => {
      const page = await fetchAuditLog(filterOf(filters), known.at(-1)?.id);
      // The filter has changed in the meantime.
      if (request.peek() !== turn) return;
      entries.value = [...known, ...page.entries];
      isWhole.value = page.found_oldest;
    });
  };
  useEffect(
    () => void load([]),
    [filters.who.value, filters.what.value, filters.about.value, filters.since.value, filters.until.value],
  );
  return (
    <>
      <p>{adminWords.auditHint}</p>
      <Filter {...filters} />
      {problem}
      {entries.value?.length === 0 && <p class="soft">{adminWords.noEntries}</p>}
      <ul class="inbox-list">
        {entries.value?.map((entry) => (
          <AuditLine
            key={entry.id}
            entry={entry}
            onWho={(id) => {
              filters.who.value = [id];
            }}
            onTarget={(about) => {
              filters.about.value = about;
            }}
          />
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
