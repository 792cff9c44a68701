import { render } from "preact";
import { Portal } from "./portal.tsx";
import "./styles/main.css";

const root = document.getElementById("portal");
if (root) render(<Portal />, root);
