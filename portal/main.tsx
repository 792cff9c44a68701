import "./styles/main.css";
import { render } from "preact";
import { Portal } from "./gate.tsx";
import { keepFocus } from "./ui/focus.ts";

keepFocus();
const root = document.getElementById("portal");
if (root) render(<Portal />, root);
