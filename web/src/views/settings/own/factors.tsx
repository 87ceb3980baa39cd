import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchFactors, type Factors as Known } from "../../../api/own";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-screens";
import { useDoing } from "../doing";
import { when } from "../when";

/** What one logs in with besides the password; a page of the server's sets it up. */
export const Factors = () => {
  const { run, problem } = useDoing();
  const known = useSignal<Known | undefined>(undefined);
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
              <p class="soft">{adminWords.factorFacts(when(created), used === null ? "" : when(used))}</p>
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
