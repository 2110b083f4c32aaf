export function EmptyBoard({ add }: { add: () => void }) {
  return (
    <p className="empty">
      Nothing to do yet. <button onClick={add}>Add the first task</button>
    </p>
  );
}
