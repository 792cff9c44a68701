import "./styles/main.css";
import { render } from "preact";
import { Portal } from "./gate.tsx";
import { keepFocus } from "./ui/focus.ts";
import { countHeldEnterOnce } from "./ui/held-enter.ts";

keepFocus();
countHeldEnterOnce();
const root = document.getElementById("portal");
if (root) render(<Portal />, root);
