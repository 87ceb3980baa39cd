import { useSignal } from "@preact/signals";
import { createGroup } from "../../../api/administration";
import { useApp } from "../../../app/app";
import { cardWords } from "../../../words/en-cards";
import { administrationWords } from "../../../words/en-channel-administration";
import { PeopleField } from "../../compose/people-field";
import { Field, useAction } from "../parts/use-action";

/** Creates a group. */
export const NewGroup = ({ isOpen }: { readonly isOpen: boolean }) => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const [name, description] = [useSignal(""), useSignal("")];
  const people = useSignal<readonly number[]>([app.store.ownId]);
  const make = () =>
    run(async () => {
      const id = await createGroup({
        name: name.value.trim(),
        description: description.value.trim(),
        members: people.value,
        subgroups: [],
      });
      app.go({ screen: "organization", section: `groups/${id}/members` });
    });
  return (
    <details class="unfolding" open={isOpen}>
      <summary>{administrationWords.newGroup}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <div class="two-fields">
          <Field
            label={cardWords.name}
            value={name.value}
            maxLength={100}
            isRequired
            onInput={(text) => {
              name.value = text;
            }}
          />
          <Field
            label={cardWords.description}
            value={description.value}
            onInput={(text) => {
              description.value = text;
            }}
          />
        </div>
        <PeopleField chosen={people} label={cardWords.addPeople} />
        <div class="form-actions">
          <button type="submit" class="primary" disabled={isBusy}>
            {administrationWords.makeGroup}
          </button>
        </div>
        {problem}
      </form>
    </details>
  );
};
