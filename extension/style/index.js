import './components.css';
import './panel.css';
