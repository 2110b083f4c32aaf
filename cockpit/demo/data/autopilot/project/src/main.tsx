import { createRoot } from "react-dom/client";
import { Dashboard } from "./dashboard/Dashboard";

createRoot(document.getElementById("root")!).render(<Dashboard />);
