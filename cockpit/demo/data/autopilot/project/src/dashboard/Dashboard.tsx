import { Sidebar } from "./Sidebar";
import { Board } from "./Board";

export function Dashboard() {
  return (
    <main className="grid grid-12">
      <Sidebar />
      <Board />
    </main>
  );
}
