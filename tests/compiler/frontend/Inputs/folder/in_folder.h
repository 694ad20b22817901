#define IN_FOLDER 7
