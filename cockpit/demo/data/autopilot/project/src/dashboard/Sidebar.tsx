import { useState } from "react";

export function Sidebar() {
  const [folded, fold] = useState(false);
  return (
    <nav className={folded ? "sidebar icons" : "sidebar"}>
      <button onClick={() => fold(!folded)}>{folded ? "»" : "«"}</button>
    </nav>
  );
}
