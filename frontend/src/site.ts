import "../styles/site.css";
import { liveForm } from "./demand";
import { refresh } from "./refresh";
import { slash } from "./slash";
import { themeToggle } from "./theme";

themeToggle();
refresh();
slash();
liveForm();
