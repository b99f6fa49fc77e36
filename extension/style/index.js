import './components.css';
