import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchFactors, type Factors as SettingsStore } from "../../../api/account";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-settings-screens";
import { shortDateAndTime } from "../parts/short-time";
import { useAction } from "../parts/use-action";

/** The user's second factors; a server page manages them. */
export const Factors = () => {
  const { run, problem } = useAction();
  const known = useSignal<SettingsStore | undefined>(undefined);
  useEffect(() => {
    void run(async () => {
      known.value = await fetchFactors();
    });
  }, []);
  const factors = known.value?.factors ?? [];
  return (
    <section class="setting-group">
      <h2>{screenWords.twoFactors}</h2>
      <p>{screenWords.twoFactorsHint}</p>
      <ul class="inbox-list">
        {factors.map(({ id, kind, name, created, last_used: used }) => (
          <li key={id} class="channel-row">
            <div class="channel-about">
              <strong dir="auto">{name}</strong> {adminWords.factorKinds[kind] ?? kind}
              <p class="soft">
                {adminWords.factorFacts(
                  shortDateAndTime(created),
                  used === null ? "" : shortDateAndTime(used),
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {factors.length > 0 && <p>{adminWords.codes(known.value?.recovery_codes_left ?? 0)}</p>}
      <p>
        <a class="link" href="/account/two-factors">
          {screenWords.twoFactorsPage}
        </a>
      </p>
      {problem}
    </section>
  );
};
