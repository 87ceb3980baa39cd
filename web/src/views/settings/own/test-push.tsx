import { testPush } from "../../../api/own";
import { useApp } from "../../../app";
import { adminWords } from "../../../words/en-administration";
import { useDoing } from "../doing";

/** Whether notifications come to one's devices, tried. */
export const TestPush = () => {
  const app = useApp();
  const { run, problem, isBusy } = useDoing();
  const test = async (isEncrypted: boolean) => {
    if (await run(() => testPush(isEncrypted))) app.toast.value = { text: adminWords.pushTestDone };
  };
  return (
    <section class="setting-group">
      <h2>{adminWords.pushTest}</h2>
      <p>
        {app.store.realm.value.realm_push_notifications_enabled === true
          ? adminWords.pushOn
          : adminWords.pushOff}
      </p>
      <div class="choices">
        <button type="button" class="plain" disabled={isBusy} onClick={() => void test(false)}>
          {adminWords.pushTestPlain}
        </button>
        <button type="button" class="plain" disabled={isBusy} onClick={() => void test(true)}>
          {adminWords.pushTestEncrypted}
        </button>
      </div>
      {problem}
    </section>
  );
};
