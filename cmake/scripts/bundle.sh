# The relocatable archive. Sourced by ./run.
