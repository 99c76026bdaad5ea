import "../styles/site.css";
import { refresh } from "./refresh";
import { themeToggle } from "./theme";

themeToggle();
refresh();
