import { render } from "preact";
import { Portal } from "./portal.tsx";
import { keepFocus } from "./ui/focus.ts";
import "./styles/main.css";

keepFocus();
const root = document.getElementById("portal");
if (root) render(<Portal />, root);
