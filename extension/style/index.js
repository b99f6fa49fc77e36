import './components.css';
import './losses.css';
import './panel.css';
