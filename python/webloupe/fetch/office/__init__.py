"""Documents that are zip archives of XML, opened without unpacking more than is safe."""
