import { type Signal, useSignal } from "@preact/signals";
import { useApp } from "../../app/app";
import { Avatar } from "../../ui/avatar";
import { bestOf } from "../../ui/best-of";
import { closenessTo } from "../../ui/closeness";
import { useChoice } from "../../ui/use-choice";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";

const mostOffered = 8;

interface PeopleFieldProps {
  readonly chosen: Signal<readonly number[]>;
  readonly label?: string;
}

/** Selects people by name. */
export const PeopleField = ({ chosen, label = deferredWords.to }: PeopleFieldProps) => {
  const { store } = useApp();
  const query = useSignal("");
  const users = store.people.value.users;
  const found =
    query.value.trim() === ""
      ? []
      : bestOf(
          [...users.values()].filter((one) => one.is_active && !chosen.value.includes(one.user_id)),
          (one) => one.full_name,
          query.value,
          mostOffered,
          closenessTo(store),
        );
  const take = (index: number) => {
    const person = found[index];
    if (person === undefined) return;
    chosen.value = [...chosen.value, person.user_id];
    query.value = "";
    choice.restart();
  };
  const choice = useChoice({ id: "person", count: found.length, onPick: take });
  const drop = (id: number) => {
    chosen.value = chosen.value.filter((one) => one !== id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const lastId = chosen.value.at(-1);
    if (event.key === "," && found.length > 0) take(choice.chosen);
    else if (event.key === "Backspace" && query.value === "" && lastId !== undefined) drop(lastId);
    else return choice.onKeyDown(event);
    event.preventDefault();
  };
  return (
    <div class="people-field field">
      {chosen.value.map((id) => (
        <button
          key={id}
          type="button"
          class="pill"
          aria-label={words.remove(users.get(id)?.full_name ?? "")}
          onClick={() => drop(id)}
        >
          {users.get(id)?.full_name} ×
        </button>
      ))}
      <input
        {...choice.field}
        aria-autocomplete="list"
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          choice.restart();
        }}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && (
        <div class="menu suggestions" {...choice.list(words.suggestions)}>
          {found.map((one, index) => (
            <div
              key={one.user_id}
              {...choice.option(index)}
              onPointerDown={(event) => {
                event.preventDefault();
                take(index);
              }}
            >
              <Avatar userId={one.user_id} size={20} />
              <span>{one.full_name}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
};
